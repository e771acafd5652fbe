# SPDX-License-Identifier: MIT
# Bars of the speed-up of CM over OpenCL, a group for each workload: the paper's largest figure, then the targets.
set datafile separator tab
set style data histograms
set style histogram clustered gap 1.5
set style fill solid border lc rgb "black"
set boxwidth 0.9
set grid y
set yrange [0:*]
set ylabel "speed-up of CM over OpenCL (estimated cycles)"
set xtics rotate by -30 scale 0
set key outside top center horizontal autotitle columnheader
set arrow from graph 0, first 1 to graph 1, first 1 nohead dt 2 front
plot data using 2:xtic(1) lc rgb "#bbbbbb", for [i=3:6] '' using i
