import { Transactions } from '../../features/devices/transactions.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

export function TransactionsPage() {
  const { page, size, said, change } = useQueryState(['tab', 'device', 'patient', 'open', 'message'])
  return <Transactions view={said} page={page} size={size} onChange={change} />
}
