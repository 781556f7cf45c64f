/** The last of each turn in this page, where the browser has no locks: over HTTP. */
const inPage = new Map<string, Promise<unknown>>()

/** One at a time, in all tabs; in this one alone where the browser has no locks. */
export function takeTurn<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  if (navigator.locks) return navigator.locks.request(what, work) as Promise<Value>
  const turn = (inPage.get(what) ?? Promise.resolve()).then(work, work)
  inPage.set(what, turn)
  const leave = () => inPage.get(what) === turn && inPage.delete(what)
  turn.then(leave, leave)
  return turn
}
