import { SharedStreams } from './shared-stream.ts'

const streams = new SharedStreams()

addEventListener('connect', (event) => {
  for (const tab of (event as MessageEvent).ports) streams.connect(tab)
})
