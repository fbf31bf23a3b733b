# Looks for text that matches $1 wherever an agent could: in the folders given after it and in all processes. Prints
# where it was found. $1 is a pattern, so that the search does not find itself.
pattern=$1
shift

env | grep -q -e "$pattern" && echo environment
for descriptor in /proc/$$/fd/* /proc/$PPID/fd/*; do
  [ -f "$descriptor" ] && grep -qs -e "$pattern" <"$descriptor" && echo descriptor
done
grep -las -e "$pattern" /proc/[0-9]*/cmdline /proc/[0-9]*/environ
grep -rlas -e "$pattern" "$@"
exit 0
