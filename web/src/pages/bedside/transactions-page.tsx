import { transactionsQuery } from '../../features/devices/list-query.ts'
import { Transactions } from '../../features/devices/transactions.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

export function TransactionsPage() {
  const { view, change } = useListView(transactionsQuery)
  return <Transactions view={view} onChange={change} />
}
