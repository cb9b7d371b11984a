#!/bin/sh
# A list of pictures for ffmpeg (concat) keeps their durations in steps of 40 ms: 50 ms become 40 or 80.
. "$(dirname "$0")/../common.sh"
debian ffmpeg ffmpeg
cd "$WORK"
ffmpeg -v error -f lavfi -i testsrc2=size=160x120:rate=30:duration=0.4 %02d.jpg
shown_at() {
    for number in 01 02 03 04 05 06 07 08 09 10; do
        printf 'file %s.jpg\n%sduration %s\n' $number "$2" "$1"
    done >list
    ffmpeg -v error -y -f concat -safe 0 -i list -fps_mode passthrough -c:v mjpeg film.mkv
    ffprobe -v error -show_entries packet=pts_time -of csv=p=0 film.mkv | tr '\n' ' '
}
fifty=$(shown_at 0.05 "")
eighty=$(shown_at 0.08 "")
fine=$(shown_at 0.05 "option framerate 1000
")
ffmpeg -version | sed -n 's/^ffmpeg version \([^ ]*\).*/versions  ffmpeg \1/p'
echo "expected  pictures at 0, 50, 100, 150 ms"
echo "seen      50 ms each: $fifty; 80 ms each: $eighty; 50 ms with 'option framerate 1000': $fine"
echo "matters   a folder of recorded pictures becomes a film with wrong times, and a wheel or a hand seems to jump"
case "$fifty|$eighty" in
    "0.000000 0.040000 0.120000 0.160000 "*"|0.000000 0.080000 0.160000 0.240000 "*) claimed ;;
    *) changed ;;
esac
