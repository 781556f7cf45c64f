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

/** Does as `takeTurn`, but does nothing and gives undefined where another one has the turn, who may be suspended. */
export async function takeFreeTurn<Value>(
  what: string,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  if (!navigator.locks) return inPage.has(what) ? undefined : takeTurn(what, work)
  return navigator.locks.request(what, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))
}
