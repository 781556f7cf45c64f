declare module 'autocannon' {
  type Request = {
    method: string
    path: string
    headers: Record<string, string>
    body: string
    setupRequest: (request: Request) => Request
  }
  namespace autocannon {
    type Result = { duration: number; errors: number; timeouts: number; non2xx: number; mismatches: number }
  }
  function autocannon(
    options: {
      url: string
      connections: number
      duration: number
      setupClient: (client: { setRequests: (requests: Request[]) => void }) => void
      verifyBody: (body: string) => boolean
    },
    done: (error: Error | null, result: autocannon.Result) => void,
  ): {
    on(
      event: 'response',
      listener: (client: unknown, statusCode: number, bytes: number, ms: number) => void,
    ): void
  }
  export default autocannon
}
