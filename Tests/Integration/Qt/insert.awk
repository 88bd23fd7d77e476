# Inserts the expectations of each step into a recorded trace: an expected page view after the note of a page view, the other
# expectations at the end of the step.
#
#     awk -v expectations=journey.expect -f insert.awk recorded.trace

function fail(message) {
    print "expected " message >"/dev/stderr"
    failed = 1
}

# Prints the next expected page view of the step, if there is one.
function page_view() {
    if (next_view[step] < views[step]) print view[step, ++next_view[step]]
}

function finish() {
    if (step == "") return
    if (!(step in known)) fail("a step of " expectations ", found: " step)
    while (next_view[step] < views[step]) page_view()
    printf "%s", others[step]
    is_done[step] = 1
}

BEGIN {
    while ((getline line <expectations) > 0) {
        if (line ~ /^# step: /) { name = substr(line, 9); known[name] = 1 }
        else if (line ~ /^expect pageView /) view[name, ++views[name]] = line
        else if (line ~ /^expect /) others[name] = others[name] line "\n"
    }
}

/ note "step: / {
    finish()
    step = $0
    sub(/.* note "step: /, "", step)
    sub(/"$/, "", step)
}

{ print }

/ note "page view"$/ { page_view() }

END {
    finish()
    for (name in known) if (!(name in is_done)) fail("the step in the trace, found none: " name)
    exit failed
}
