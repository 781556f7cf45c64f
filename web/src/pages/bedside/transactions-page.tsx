import { transactionsQuery } from '../../features/devices/list-query.ts'
import { Transactions } from '../../features/devices/transactions.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function TransactionsPage() {
  const { view, change } = useSearchedList('device-transactions', transactionsQuery)
  return <Transactions view={view} onChange={change} />
}
