import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { makeDataFolder } from './data-folder.ts'

export type TestServer = { url: string; stop: () => Promise<void> }

/**
 * An embedded PostgreSQL that ends with this process, even if the process is killed and cannot stop it. (That of a
 * panel outlives the panel.)
 */
export async function startTestServer(): Promise<TestServer> {
  const folder = await makeDataFolder('test')
  const release = removeWhenThisProcessEnds(folder)
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
      release()
    },
  }
}

/** When its standard input ends: ends the server of the folder `$0`, waits for that, and removes the folder. */
const removal = `
  cat > /dev/null
  if read -r pid < "$0/postgres/postmaster.pid"; then
    kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
  fi
  rm -rf "$0"`

/** Returns a function that ends the helper process. */
function removeWhenThisProcessEnds(folder: string): () => void {
  // The kernel closes the pipe of a process that ends, however it ends. In a group of its own, the helper gets no
  // signal that is sent to the whole run.
  const helper = spawn('sh', ['-c', removal, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  helper.unref()
  return () => helper.stdin.end()
}
