import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Stands for a value that is given anew with each run. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled on its first run only, for those that nearly every call makes. `build` sees
 * stand-ins and no values: it may hand them to the query and nothing else.
 */
export function compileOnce<Given extends Record<string, unknown>, Row>(
  build: (db: Db, given: Given) => { compile: () => CompiledQuery<Row> },
): (db: Db, given: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, given) => {
    compiled ??= build(db, standIns as Given).compile()
    const parameters = compiled.parameters.map((one) => (one instanceof Parameter ? given[one.name] : one))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

const standIns = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })
