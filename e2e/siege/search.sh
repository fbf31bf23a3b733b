# What an agent can do to find a text that looks like $1 (a pattern, so that it does not find itself) in the folders
# behind it and in all processes: prints where.
pattern=$1
shift

env | grep -q -e "$pattern" && echo environment
for descriptor in /proc/$$/fd/* /proc/$PPID/fd/*; do
  [ -f "$descriptor" ] && grep -qs -e "$pattern" <"$descriptor" && echo descriptor
done
grep -las -e "$pattern" /proc/[0-9]*/cmdline /proc/[0-9]*/environ
grep -rlas -e "$pattern" "$@"
exit 0
