import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A placeholder for a value that changes with each run. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type CompiledOnce<Given, Row> = {
  (db: Db, given: Given): Promise<Row[]>
  /** The query with these values, for whoever executes it later. */
  bind: (db: Db, given: Given) => CompiledQuery<Row>
}

/**
 * A query that is built and compiled only on its first run, for queries of nearly every call. `build` gets placeholders
 * instead of values: it may pass them to the query and do nothing else with them.
 */
export function compileOnce<Given extends Record<string, unknown>, Row>(
  build: (db: Db, given: Given) => { compile: () => CompiledQuery<Row> },
): CompiledOnce<Given, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const bind = (db: Db, given: Given): CompiledQuery<Row> => {
    compiled ??= build(db, standIns as Given).compile()
    const parameters = compiled.parameters.map((one) => (one instanceof Parameter ? given[one.name] : one))
    return { ...compiled, parameters }
  }
  const run = async (db: Db, given: Given) => (await db.executeQuery<Row>(bind(db, given))).rows
  return Object.assign(run, { bind })
}

const standIns = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })
