import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** More than the databases of a test run have at a time. */
const neededBytes = 2 * 1024 ** 3

/**
 * A new folder for the data of a database that need not outlive the machine. In memory if that has room: a file system
 * spends more on the thousands of files that come and go with the databases of a run than the tests do on everything
 * else.
 */
export async function makeDataFolder(name: string): Promise<string> {
  const room = await statfs(memory).catch(() => undefined)
  const hasRoom = room !== undefined && room.bavail * room.bsize > neededBytes
  const folder = await mkdtemp(join(hasRoom ? memory : tmpdir(), `panel-${name}-`))
  // If root may not create a namespace, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  return folder
}
