import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type PanelProcess = ChildProcess & {
  /** Its URL, as soon as it listens. */
  origin: Promise<string>
}

/**
 * Starts the panel as in production, with these environment settings; on a free port unless they name one. `openFiles`
 * limits the number of open files.
 */
export function startPanelProcess(
  settings: Record<string, string>,
  { openFiles }: { openFiles?: number } = {},
): PanelProcess {
  const command = [process.execPath, join(import.meta.dirname, '../../src/main.ts')]
  const limited = ['bash', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...command]
  const [program = '', ...args] = openFiles === undefined ? command : limited
  const panel = spawn(program, args, {
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      DATABASE_LISTEN_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: panel.stdout })
  const origin = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line)?.[0]
      if (found) resolve(found)
    })
  })
  return Object.assign(panel, { origin })
}
