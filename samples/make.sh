#!/bin/sh
# Makes welcome.mp3 from welcome.txt with synthetic speech. Needs flite and ffmpeg.
set -eu
cd "$(dirname "$0")"
speech=$(mktemp)
trap 'rm -f "$speech"' EXIT
flite -voice slt --setf duration_stretch=1.05 -f welcome.txt -o "$speech"
ffmpeg -v error -y -i "$speech" -af 'adelay=250:all=1,apad=pad_dur=0.4,volume=1.5' \
  -ar 24000 -ac 1 -b:a 48k -metadata title='Welcome to scribe' -bitexact welcome.mp3
