import { queryOptions, useQueries } from '@tanstack/react-query'
import { type Input, monitoring, patients } from 'contract'
import { type MouseEvent, useEffect, useMemo } from 'react'
import { call } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'

type PageNumber = { page: number; number_of_rec: number }
type Found = { total: number; total_is_at_least: boolean }

/** A list with pages, and the question that its shown page answers. */
type ListedPage =
  | { list: 'patient-list'; question: Input<typeof patients.list> & PageNumber }
  | { list: 'ward-board'; question: Input<typeof monitoring.wardBoard> & PageNumber }

/** The patients of a list, in the order in which they were shown when a record was opened from it. */
type PatientOrder = {
  owner: string
  ids: readonly string[]
  /** Missing if these are all. `first` and `last`: which pages the ids are from. */
  pages?: ListedPage & { found: Found; first: number; last: number }
}

const orderKey = 'patient-order'

/**
 * For a list of patients: call what it returns with the ids of its rows, as they are shown, when a row is opened. The
 * record then leads to the previous and the next of them, also beyond the page that was shown. What is kept stays in
 * this tab, for this user: the ids of patients and what the list was asked, as the list itself keeps it for a reload.
 */
export function useKeepPatientOrder() {
  const { _id: owner } = useUser()
  return (ids: readonly string[], listed?: ListedPage & { found: Found | undefined }) => {
    if (!listed?.found) return storeOrder({ owner, ids })
    const { total, total_is_at_least } = listed.found
    const { page } = listed.question
    const pages = { ...listed, found: { total, total_is_at_least }, first: page, last: page }
    storeOrder({ owner, ids, pages })
  }
}

/** For a screen whose cards link to records, and which shows them all: props of what is around the cards. */
export function useKeepOrderOfCards(listIds: () => readonly string[]) {
  const keepOrder = useKeepPatientOrder()
  return {
    onClickCapture: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) keepOrder(listIds())
    },
  }
}

export type PatientNeighbours = Found & {
  previousId: string | undefined
  nextId: string | undefined
  /** The place of the patient in the list, from 1. */
  place: number
}

/**
 * For a record: who stands before and after the patient in the list from which a record was opened last. Undefined if
 * the patient was not in that list, as after a search or a click on an alarm. At the end of a page the one beside it is
 * read.
 */
export function usePatientNeighbours(patientId: string): PatientNeighbours | undefined {
  const { _id: owner } = useUser()
  const kept = useMemo(() => {
    const order = readOrder(owner)
    return order?.ids.includes(patientId) ? order : undefined
  }, [owner, patientId])
  const beside = useQueries({ queries: kept ? listNeighbouringPages(kept, patientId) : [] })
  const order = beside.reduce((known, { data }) => (data && known ? addPage(known, data) : known), kept)
  useEffect(() => {
    if (order && order !== kept) storeOrder(order)
  })
  if (!order) return undefined
  const { ids, pages } = order
  const at = ids.indexOf(patientId)
  const before = pages ? (pages.first - 1) * pages.question.number_of_rec : 0
  const found = pages?.found ?? { total: ids.length, total_is_at_least: false }
  return { previousId: ids[at - 1], nextId: ids[at + 1], place: before + at + 1, ...found }
}

function listNeighbouringPages({ ids, pages }: PatientOrder, patientId: string) {
  if (!pages) return []
  const { first, last, found, question } = pages
  const hasMore = found.total_is_at_least || last * question.number_of_rec < found.total
  return [
    ...(ids[0] === patientId && first > 1 ? [askPage(pages, first - 1)] : []),
    ...(ids.at(-1) === patientId && hasMore ? [askPage(pages, last + 1)] : []),
  ]
}

type ReadPage = { page: number; ids: readonly string[]; found: Found }

function askPage(listed: ListedPage, page: number) {
  return queryOptions({
    // It has a key of its own: events change the pages that the lists keep, and must not change this one.
    queryKey: [orderKey, listed.list, { ...listed.question, page }],
    queryFn: async ({ signal }): Promise<ReadPage> => {
      if (listed.list === 'patient-list') {
        const { rows, ...found } = await call(patients.list, { ...listed.question, page }, { signal })
        return { page, ids: rows.map(({ _id }) => _id), found }
      }
      const reply = await call(monitoring.wardBoard, { ...listed.question, page }, { signal })
      const { rows, total, total_is_at_least } = reply
      return { page, ids: rows.map(({ patient }) => patient._id), found: { total, total_is_at_least } }
    },
    meta: { inline: true },
  })
}

/** Somebody may have moved from one page to another since the first was read. */
function addPage(order: PatientOrder, { page, ids, found }: ReadPage): PatientOrder {
  const { pages } = order
  const others = ids.filter((id) => !order.ids.includes(id))
  if (!pages || others.length === 0) return order
  return page < pages.first
    ? { ...order, ids: [...others, ...order.ids], pages: { ...pages, found, first: page } }
    : { ...order, ids: [...order.ids, ...others], pages: { ...pages, found, last: page } }
}

function storeOrder(order: PatientOrder) {
  sessionStorage.setItem(orderKey, JSON.stringify(order))
}

function readOrder(owner: string): PatientOrder | undefined {
  const kept: PatientOrder | null = JSON.parse(sessionStorage.getItem(orderKey) ?? 'null')
  return kept?.owner === owner ? kept : undefined
}
