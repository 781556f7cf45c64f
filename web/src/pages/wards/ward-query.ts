import { BoardWard } from 'contract'
import { optional, queryCodec } from '../../ui/list/query-codec.ts'

/** The ward that a screen shows. */
export const wardQuery = queryCodec({
  ward: optional('ward', (text: string) => BoardWard.safeParse(text).data),
})
