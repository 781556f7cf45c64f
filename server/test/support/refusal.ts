import { CallError, type ErrorCode, errorCodes } from 'contract'

/** The failure with which the server refuses a call; undefined if it answers. */
export async function findRefusal(call: Promise<unknown>): Promise<CallError | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
}

/** The failure with which the server refuses a call; the test fails if it answers. */
export async function expectRefusal(call: Promise<unknown>): Promise<CallError> {
  const refusal = await findRefusal(call)
  if (!refusal) throw new Error('the call was not refused')
  return refusal
}

/** The name of the code with which the server refuses a call; nothing if it answers. */
export async function getErrorName(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  const code = (await findRefusal(call))?.code
  return (Object.keys(errorCodes) as ErrorCode[]).find((name) => errorCodes[name] === code)
}
