# The kernel's file is loaded when it runs.
set pagination off
set breakpoint pending on
set debuginfod enabled off
break debugger.cm:10
run
set print elements 32
info locals
printf "select "
output v.select<4,2>(1)
printf "\nelement "
output v[2]
set print elements 4
printf "\nformat "
output v.format<short>()
set print elements 8
printf "\nrows "
output v.format<short,16,4>()
printf "\nrow "
output m.row(1)
printf "\ncolumn "
output m.column(2)
printf "\ncorner "
output m.select<2,1,2,1>(0,1)
printf "\none "
output m[1][2]
printf "\n"
python
for view in ("v.select<4,2>(26)", "m.select<2,1,4,1>(0,1)"):
    try:
        gdb.execute("output " + view)
    except gdb.error as e:
        print(e)
end
next
print m
kill
