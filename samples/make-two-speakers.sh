#!/bin/sh
# Makes two-speakers.mp3 from two-speakers.txt (each line: a flite voice, and what it says), and
# the list of who speaks when. Needs flite and ffmpeg.
set -eu
cd "$(dirname "$0")"
turns=../test/fixtures/two-speakers.turns.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pause=0.35
now=$pause
number=0
printf 'start\tend\tvoice\n' >"$turns"
while read -r voice text; do
  number=$((number + 1))
  flite -voice "$voice" -t "$text" -o "$work/said.wav"
  # flite's own silence at both ends goes, so that the list is true.
  ffmpeg -v error -nostdin -y -i "$work/said.wav" -ar 16000 -ac 1 -af "
    silenceremove=start_periods=1:start_threshold=-45dB,areverse,
    silenceremove=start_periods=1:start_threshold=-45dB,areverse" "$work/trimmed.wav"
  seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$work/trimmed.wav")
  ffmpeg -v error -nostdin -y -i "$work/trimmed.wav" -af "adelay=350:all=1" \
    "$work/$(printf %02d "$number").wav"
  end=$(awk "BEGIN { print $now + $seconds }")
  printf '%.2f\t%.2f\t%s\n' "$now" "$end" "$voice" >>"$turns"
  now=$(awk "BEGIN { print $end + $pause }")
done <two-speakers.txt
for part in "$work"/[0-9]*.wav; do echo "file '$part'"; done >"$work/list"
ffmpeg -v error -nostdin -y -f concat -safe 0 -i "$work/list" -af 'apad=pad_dur=0.4,loudnorm=I=-19' \
  -ar 16000 -ac 1 -b:a 24k -metadata title='Two people talk' -bitexact two-speakers.mp3
