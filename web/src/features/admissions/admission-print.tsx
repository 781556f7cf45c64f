import { admissions, type Input, type Result } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../api/client.ts'
import { readPages } from '../../api/read-pages.ts'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Printout } from '../../ui/print/printout.tsx'
import { usePrint } from '../../ui/print/use-print.ts'
import classes from './admission-printout.module.css'
import type { StayState } from './list-query.ts'
import type { StayColumn } from './stay-columns.tsx'

/** More would be a book: whoever wants them all exports them. */
const maxPrintedStays = 2000

type AdmissionPrintProps = {
  asked: Omit<Input<typeof admissions.list>, 'page' | 'number_of_rec'> & { filterLists: { state: StayState } }
  /** The page that is shown, which Ctrl+P prints. */
  page: Result<typeof admissions.list>
  columns: readonly StayColumn[]
  /** The filters in words. */
  words: readonly (string | undefined)[]
}

/** Prints the stays that are listed, on A4 across, with the filters by which they were chosen. */
export function AdmissionPrint({ asked, page, columns, words }: AdmissionPrintProps) {
  const { t, i18n } = useTranslation('admissions')
  const { state } = asked.filterLists
  const { printed, isReading, print } = usePrint(JSON.stringify(asked), () =>
    readPages(maxPrintedStays, (paging) =>
      queryClient.fetchQuery({ ...ask(admissions.list, { ...asked, ...paging }), gcTime: 0 }),
    ),
  )
  const { rows, total } = printed ?? page
  const number = (count: number) => count.toLocaleString(i18n.language)
  const about = [
    t(`state.${state}`),
    rows.length < total
      ? t('list.printout-part', { shown: number(rows.length), total: number(total) })
      : t('list.printout-count', { count: rows.length }),
    ...words,
    asked.search_value && t('list.searched', { text: asked.search_value }),
    t(state === 'left' ? 'list.order-left' : 'list.order-admitted'),
  ]
  return (
    <>
      <PrintButton isBusy={isReading} onPrint={print} />
      <Printout
        isLandscape
        head={<PrintoutHead title={t('title')} about={about.filter(Boolean).join(' · ')} />}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((stay) => (
              <tr key={stay._id}>
                {columns.map(({ key, cell }) => (
                  <td key={key} data-column={key}>
                    {cell(stay)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Printout>
    </>
  )
}
