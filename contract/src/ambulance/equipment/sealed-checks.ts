import * as z from 'zod/mini'
import { madeOnTablet } from '../../forms/parts.ts'
import { equipmentCodes } from './items.ts'

/** A check as `add_equipment_check` takes it; its id is that of the part, and its place the vehicle. */
const CheckPart = z.object({ ...madeOnTablet, kind: z.literal('check'), check: z.unknown() })

/** The photo of a fault without its picture; its place is the check. */
const FaultPhotoPart = z.object({
  ...madeOnTablet,
  kind: z.literal('fault-photo'),
  item: z.enum(equipmentCodes),
})

/** What is made of a check where there may be no signal. It is sealed as parts of forms are. */
export const SealedCheckPart = z.discriminatedUnion('kind', [CheckPart, FaultPhotoPart])
export type SealedCheckPart = z.output<typeof SealedCheckPart>
