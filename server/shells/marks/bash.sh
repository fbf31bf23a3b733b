# Marks for the panel in an interactive bash, which reads this file instead of ~/.bashrc (`--rcfile`). The user's own
# start files run first. Everything below belongs to this shell alone: nothing is exported, so shells that are started
# from it have no marks. bash has PS0 since 4.4; an older one runs without marks.

__pi_panel_key=${TERM_MARKS%:login}
if [[ $TERM_MARKS == *:login ]]; then
  unset TERM_MARKS
  # What a login shell reads.
  if [[ -r /etc/profile ]]; then . /etc/profile; fi
  if [[ -r ~/.bash_profile ]]; then . ~/.bash_profile
  elif [[ -r ~/.bash_login ]]; then . ~/.bash_login
  elif [[ -r ~/.profile ]]; then . ~/.profile; fi
else
  unset TERM_MARKS
  if [[ -r ~/.bashrc ]]; then . ~/.bashrc; fi
fi

# Writes a text for a mark, in which `;` and control characters have a meaning.
__pi_panel_escape() {
  local text=${1:0:4000}
  text=${text//\\/'\\'}
  text=${text//;/'\x3b'}
  text=${text//$'\n'/'\x0a'}
  text=${text//$'\t'/'\x09'}
  printf '%s' "${text//[[:cntrl:]]/'?'}"
}

# The newest entry of the history, with its number.
__pi_panel_newest() {
  HISTTIMEFORMAT='' builtin history 1 || true
}

# Printed before a command runs. A command that the history does not keep is read from the screen by the panel.
__pi_panel_start() {
  local newest
  newest=$(__pi_panel_newest)
  if [[ $newest != "$__pi_panel_before" && $newest =~ ^\ *[0-9]+[*\ ]\ (.*)$ ]]; then
    printf '\e]633;E;%s;%s\a' "$(__pi_panel_escape "${BASH_REMATCH[1]}")" "$__pi_panel_key"
  fi
  printf '\e]133;C;aid=%s\a' "$__pi_panel_key"
}

# Runs last before each prompt, because other programs set the prompt there. PS1 then has the status of the command again.
__pi_panel_prompt() {
  local status=$?
  __pi_panel_before=$(__pi_panel_newest)
  if [[ $PWD != "${__pi_panel_at-}" ]]; then
    __pi_panel_at=$PWD
    __pi_panel_folder=$(__pi_panel_escape "$PWD")
  fi
  local start='\[\e]133;D;$?;aid=${__pi_panel_key}\a\e]633;P;Cwd=${__pi_panel_folder}\a\e]133;A;aid=${__pi_panel_key}\a\]'
  local end='\[\e]133;B;aid=${__pi_panel_key}\a\]'
  if [[ $PS1 != "$start"*"$end" ]]; then
    PS1=${PS1//"$start"/}
    PS1=$start${PS1//"$end"/}$end
  fi
  return "$status"
}

__pi_panel_install() {
  [[ $- == *i* && -n $__pi_panel_key ]] && shopt -q promptvars || return 0
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || return 0
  local name
  for name in PS0 PS1 PROMPT_COMMAND; do
    [[ $(declare -p "$name" 2>/dev/null) =~ ^declare\ -[A-Za-z]*r ]] && return 0
  done
  # In a shell that only inherits these variables, this expands to nothing.
  PS0=${PS0-}'${__pi_panel_key:+$(__pi_panel_start)}'
  local last='${__pi_panel_key:+__pi_panel_prompt}'
  if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == 'declare -a'* ]]; then PROMPT_COMMAND+=("$last")
  else PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}$last; fi
}
__pi_panel_install
