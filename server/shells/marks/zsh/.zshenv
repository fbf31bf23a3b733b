# Marks for the panel in an interactive zsh, which finds this file by ZDOTDIR. The variable is the user's own again before
# anything else is read, so zsh reads all other start files from where it always does. Nothing is exported.

typeset -g __pi_panel_key=$TERM_MARKS
if (( ${+TERM_MARKS_ZDOTDIR} )); then
  export ZDOTDIR=$TERM_MARKS_ZDOTDIR
else
  unset ZDOTDIR
fi
unset TERM_MARKS TERM_MARKS_ZDOTDIR

if [[ -o interactive ]]; then
  # Writes a text for a mark, in which `;` and control characters have a meaning.
  __pi_panel_escape() {
    emulate -L zsh
    local text=${1[1,4000]}
    text=${text//\\/\\\\}
    text=${text//;/\\x3b}
    text=${text//$'\n'/\\x0a}
    text=${text//$'\t'/\\x09}
    print -rn -- ${text//[[:cntrl:]]/\?}
  }

  # Before each prompt.
  __pi_panel_prompt() {
    local code=$?
    emulate -L zsh
    local e=$'\e]' b=$'\a' aid="aid=$__pi_panel_key"
    print -rn -- "${e}133;D;$code;$aid$b${e}633;P;Cwd=$(__pi_panel_escape $PWD)$b${e}133;A;$aid$b" >$TTY
  }

  # Before each command. The first argument is empty if zsh keeps no history.
  __pi_panel_start() {
    emulate -L zsh
    local e=$'\e]' b=$'\a' text="$(__pi_panel_escape ${1:-$3})"
    print -rn -- "${e}633;E;$text;$__pi_panel_key$b${e}133;C;aid=$__pi_panel_key$b" >$TTY
  }

  typeset -ga precmd_functions preexec_functions
  precmd_functions+=(__pi_panel_prompt)
  preexec_functions+=(__pi_panel_start)
fi

# The last thing here, because `return` in it must not skip anything.
[[ -r ${ZDOTDIR-$HOME}/.zshenv ]] && source ${ZDOTDIR-$HOME}/.zshenv
true
