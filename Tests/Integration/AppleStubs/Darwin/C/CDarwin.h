// The declarations of Apple's C library that the libraries use, as in Apple's SDK. Only the type checker uses them.
#pragma once

#pragma clang assume_nonnull begin

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef long long off_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef long time_t;

struct timespec { time_t tv_sec; long tv_nsec; };

// MARK: Files

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_FULLFSYNC 51
#define AT_FDCWD (-2)
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

int creat(const char *_Null_unspecified path, mode_t mode);
int close(int descriptor);
ssize_t read(int descriptor, void *_Null_unspecified buffer, size_t count);
ssize_t pread(int descriptor, void *_Null_unspecified buffer, size_t count, off_t offset);
ssize_t write(int descriptor, const void *_Null_unspecified buffer, size_t count);
off_t lseek(int descriptor, off_t offset, int origin);
int ftruncate(int descriptor, off_t size);
int fsync(int descriptor);
int fchmod(int descriptor, mode_t mode);
int flock(int descriptor, int operation);
int isatty(int descriptor);
int rename(const char *_Null_unspecified old, const char *_Null_unspecified new_);
int renameat(int oldFolder, const char *_Null_unspecified old, int newFolder, const char *_Null_unspecified new_);
int unlink(const char *_Null_unspecified path);
int mkdir(const char *_Null_unspecified path, mode_t mode);
char *_Null_unspecified realpath(const char *_Null_unspecified path, char *_Null_unspecified resolved);

struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    off_t st_size;
};

int stat(const char *_Null_unspecified path, struct stat *_Null_unspecified status);
int lstat(const char *_Null_unspecified path, struct stat *_Null_unspecified status);
int fstat(int descriptor, struct stat *_Null_unspecified status);

struct dirent { ino_t d_ino; char d_name[1024]; };
typedef struct { int __dd_fd; } DIR;

DIR *_Null_unspecified opendir(const char *_Null_unspecified path);
struct dirent *_Null_unspecified readdir(DIR *_Null_unspecified stream);
int closedir(DIR *_Null_unspecified stream);

#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010

struct pollfd { int fd; short events; short revents; };

int poll(struct pollfd *_Null_unspecified requests, unsigned int count, int limit);

// MARK: Threads

typedef struct _opaque_pthread_t { long __sig; } *pthread_t;
typedef struct { long __sig; } pthread_attr_t;
typedef unsigned long pthread_key_t;

int pthread_create(
    pthread_t _Nullable *_Null_unspecified thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull body)(void *_Nonnull), void *_Nullable argument);
pthread_t pthread_self(void);
int pthread_detach(pthread_t thread);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int pthread_equal(pthread_t _Nullable first, pthread_t _Nullable second);
int sched_yield(void);
int pthread_key_create(pthread_key_t *key, void (*_Nullable release)(void *));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);

// MARK: Locks and condition variables

typedef struct { long __sig; } pthread_mutex_t;
typedef struct { long __sig; } pthread_mutexattr_t;
typedef struct { long __sig; } pthread_cond_t;
typedef struct { long __sig; } pthread_condattr_t;

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *_Nullable attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *_Nullable deadline);
int pthread_cond_timedwait_relative_np(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *_Nullable limit);

// MARK: Clocks

typedef enum {
    CLOCK_REALTIME = 0,
    CLOCK_MONOTONIC = 6,
    CLOCK_MONOTONIC_RAW = 4,
    CLOCK_UPTIME_RAW = 8,
} clockid_t;

int clock_gettime(clockid_t clock, struct timespec *_Null_unspecified time);
unsigned long long clock_gettime_nsec_np(clockid_t clock);
unsigned long long mach_absolute_time(void);
unsigned long long mach_continuous_time(void);

typedef struct mach_timebase_info { unsigned int numer; unsigned int denom; } mach_timebase_info_data_t;

int mach_timebase_info(mach_timebase_info_data_t *_Null_unspecified info);

// MARK: The process

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EDQUOT 69
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ETIMEDOUT 60
#define SIGPIPE 13
#define _SC_NPROCESSORS_ONLN 58

char *_Null_unspecified strerror(int code);
size_t strlen(const char *_Null_unspecified text);
int memcmp(const void *_Null_unspecified first, const void *_Null_unspecified second, size_t count);
void *_Null_unspecified memchr(const void *_Null_unspecified bytes, int byte, size_t count);
void free(void *_Null_unspecified memory);
char *_Null_unspecified getenv(const char *_Null_unspecified name);
pid_t getpid(void);
uid_t geteuid(void);
long sysconf(int name);
void exit(int status) __attribute__((noreturn));
void (*_Nullable signal(int number, void (*_Nullable handler)(int)))(int);

#pragma clang assume_nonnull end
