import type { TimelineEntryOf, TimelineKind } from 'contract'
import type { ComponentType } from 'react'

type EntryProps<Kind extends TimelineKind> = { entry: TimelineEntryOf<Kind> }

/** How entries of one kind are shown. */
export type TimelineView<Kind extends TimelineKind> = {
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  /** What happened, in a few words. */
  Title: ComponentType<EntryProps<Kind>>
  Detail?: ComponentType<EntryProps<Kind>>
  /** Where it is shown in full. */
  toPath: (patientId: string, entry: TimelineEntryOf<Kind>) => string
}

/** A new kind of entry is a line where the page composes them. */
export type TimelineViews = { readonly [Kind in TimelineKind]: TimelineView<Kind> }
