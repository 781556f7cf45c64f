import { Transactions } from '../../features/devices/transactions.tsx'
import { useAddress } from '../../ui/list/use-address.ts'

export function TransactionsPage() {
  const { page, size, said, change } = useAddress(['tab', 'device', 'patient', 'open', 'message'])
  return <Transactions view={said} page={page} size={size} onChange={change} />
}
