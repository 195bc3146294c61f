// Tests run against the built program: the global set-up builds it and pulls the speech model once.
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new ClosingLine()],
    // Most tests wait for processes and clocks: a worker a core, and one core stays busy.
    maxWorkers: 2,
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
