// A vitest reporter that ends every run with one plain line, for scripts to read.
import type { Reporter, TestModule } from 'vitest/node'

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      let brokenFile = module.state() === 'failed'
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state] += 1
        if (state === 'failed') brokenFile = false
      }
      if (brokenFile) count.failed += 1
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
  }
}
