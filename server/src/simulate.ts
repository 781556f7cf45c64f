import { parseArgs } from 'node:util'
import { connectMqttFeed, createHttpFeed } from './simulator/feeds.ts'
import type { SimulatedMessage } from './simulator/plan.ts'
import { playPlan } from './simulator/play.ts'
import { createLivePlan } from './simulator/script.ts'

const usage = `npm run simulate -- --key pk_… [--url mqtt://localhost:1883 | --http http://localhost:8080] [--seed 1] [--speed 1]

Plays the devices of the demo hospital to a panel, with the key of a sender (Administration › Senders).
  --url    the panel's broker; this is the standard
  --http   instead, POST /ingest/v1/readings: readings alone, neither batteries nor heartbeats
  --seed   another number, other values
  --speed  10 plays half an hour in three minutes`

const clock = () => new Date()
const stop = new AbortController()

try {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      url: { type: 'string', default: 'mqtt://localhost:1883' },
      http: { type: 'string' },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
    },
  })
  const { key, url, http } = values
  const seed = Number(values.seed)
  const speed = Number(values.speed)
  if (!key || !Number.isInteger(seed) || !(speed >= 0.1 && speed <= 100)) throw new Error(usage)

  const feed = http ? createHttpFeed(http, key, clock) : await connectMqttFeed(url, key)
  const end = () => {
    stop.abort()
    void feed.close()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const plan = createLivePlan(seed, clock().getTime(), speed)
  console.log(`${plan.devices.length} devices send to ${http ?? url}; Ctrl+C stops them`)
  const send = async (messages: readonly SimulatedMessage[]) => {
    await feed.send(messages)
    for (const { at, topic, from } of messages)
      console.log(`${new Date(at).toISOString()}  ${topic.padEnd(24)} ${from}`)
  }
  await playPlan(plan, { clock, send, stopped: stop.signal })
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
