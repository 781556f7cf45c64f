import { SharedLines } from './shared-stream.ts'

const lines = new SharedLines()

addEventListener('connect', (event) => {
  for (const tab of (event as MessageEvent).ports) lines.connect(tab)
})
