import { openDatabase } from '../../server/src/db/database.ts'
import { Live } from '../../server/src/live/live.ts'

/** A node other than the one that commits, with one subscriber per hospital; it reports when it received each event. */
const heard: [event: number, at: number][] = []
let due = Infinity

function reportWhenComplete() {
  if (heard.length >= due) process.send?.(heard)
}

process.on('message', async (message: { url: string; hospitals: string[] } | number) => {
  if (typeof message === 'number') {
    due = message
    return reportWhenComplete()
  }
  const root = openDatabase({ url: message.url, connections: 10 })
  const format = (_number: number, event: unknown) => `${(event as { readings: number }).readings} `
  const live = new Live({ root, url: message.url, format, log: console.error })
  await live.open()
  for (const hospitalId of message.hospitals)
    await live.subscribe({
      hospitalId,
      staffId: '',
      kinds: new Set(['waiting']),
      after: 0,
      send(events) {
        const at = Date.now()
        // The first chunk is the stream's greeting, not an event.
        if (!events.startsWith('event:'))
          for (const event of events.trim().split(' ')) heard.push([Number(event), at])
        reportWhenComplete()
        return true
      },
      read: async () => {},
      check: async () => true,
      drop: () => {},
    })
  process.on('disconnect', async () => {
    await live.close()
    await root.destroy()
  })
  process.send?.('listens')
})
