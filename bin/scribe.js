#!/usr/bin/env node
// Hands the process to the built program; everything else, exit code included, is main's.
import { main } from '../dist/src/main.js'

await main(process)
