# Marks for the panel in an interactive fish, which runs this file after the user's own start files (`--init-command`).

set -g __pi_panel_key $TERM_MARKS
set -e TERM_MARKS

# Writes a text for a mark, in which `;` and control characters have a meaning.
function __pi_panel_escape
    set -l text (string sub --length 4000 -- $argv[1] | string collect)
    set text (string replace --all '\\' '\\\\' -- $text | string collect)
    set text (string replace --all ';' '\\x3b' -- $text | string collect)
    set text (string replace --all \n '\\x0a' -- $text | string collect)
    set text (string replace --all \t '\\x09' -- $text | string collect)
    string replace --all --regex '[[:cntrl:]]' '?' -- $text
end

function __pi_panel_start --on-event fish_preexec
    printf '\e]633;E;%s;%s\a' (__pi_panel_escape "$argv[1]") $__pi_panel_key
    printf '\e]133;C;aid=%s\a' $__pi_panel_key
end

function __pi_panel_end --on-event fish_postexec
    printf '\e]133;D;%s;aid=%s\a' $status $__pi_panel_key
end

function __pi_panel_prompt --on-event fish_prompt
    printf '\e]633;P;Cwd=%s\a\e]133;A;aid=%s\a' (__pi_panel_escape "$PWD") $__pi_panel_key
end
