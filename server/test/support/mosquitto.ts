import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { findFreePort } from './free-port.ts'

/** Whether mosquitto is installed on this machine; in CI it is. */
export const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined

export type Mosquitto = {
  port: number
  /** The clients that have subscribed to anything since the last start. */
  subscribers: () => ReadonlySet<string>
  /** Ends it in the regular way, so that it stores what it still has for its clients, and starts it again. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** A hospital's own broker; over a restart it keeps what it has acknowledged. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-broker-'))
  const port = await findFreePort()
  const settings = join(folder, 'mosquitto.conf')
  await writeFile(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location ${folder}/\nuser root\nlog_dest stderr\nlog_type subscribe\n`,
  )
  let broker = await start(settings, port)
  return {
    port,
    subscribers: () => broker.subscribers,
    async restart() {
      await stop(broker)
      broker = await start(settings, port)
    },
    async close() {
      await stop(broker)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Running = { process: ChildProcess; subscribers: Set<string> }

async function start(settings: string, port: number): Promise<Running> {
  const broker = spawn('mosquitto', ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  const subscribers = new Set<string>()
  // One line for each topic: the time, the client, the quality of service and the topic.
  createInterface({ input: broker.stderr }).on('line', (line) => {
    const client = /^\d+: (\S+) \d \S+$/.exec(line)?.[1]
    if (client) subscribers.add(client)
  })
  for (let wait = 0; wait < 100; wait++) {
    const client = await mqtt
      .connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, connectTimeout: 500 }, false)
      .catch(() => undefined)
    if (client) {
      await client.endAsync()
      return { process: broker, subscribers }
    }
    await sleep(50)
  }
  throw new Error('mosquitto does not start')
}

async function stop({ process }: Running): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  await ended
}
