import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/setup.ts'],
    // Only a hang should reach this limit: a busy machine takes many times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // Each file has a panel and a database of its own, and modules keep nothing of them: import each module once.
    isolate: false,
    maxWorkers: 2,
    // Most of what a test makes is soon garbage: with 64 MB for what is young, less of it is copied before it dies.
    execArgv: ['--max-semi-space-size=64'],
  },
})
