/** All that the browser has stored but who is signed in, as text. */
export async function dumpStorage(): Promise<string> {
  const entries = Object.entries(localStorage).filter(([key]) => key !== 'user')
  const parts = [JSON.stringify(entries)]
  for (const { name } of await indexedDB.databases()) {
    const db = await settle(indexedDB.open(name ?? ''))
    for (const store of db.objectStoreNames)
      parts.push(JSON.stringify(await settle(db.transaction(store).objectStore(store).getAll()), readBytes))
    db.close()
  }
  return parts.join('\n')
}

const decoder = new TextDecoder()
const readBytes = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? decoder.decode(value) : value

const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
