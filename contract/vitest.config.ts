import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The rules keep nothing between calls, so files can share a process and import each module once.
  test: {
    include: ['src/**/*.test.ts'],
    isolate: false,
    maxWorkers: 2,
    execArgv: ['--max-semi-space-size=64'],
  },
})
