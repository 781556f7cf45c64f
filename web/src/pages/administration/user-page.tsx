import { useNavigate, useParams } from 'react-router'
import { UserLineAccount, useHasLine } from '../../features/line/user-line-account.tsx'
import { UserFactors } from '../../features/second-factor/user-factors.tsx'
import { UserRecord, userRecordQuery } from '../../features/users/user-record.tsx'
import { UserWallet } from '../../features/wallet/user-wallet.tsx'
import { usersPath } from '../../paths.ts'
import { useListView } from '../../ui/list/use-list-view.ts'

export function UserPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { view, change } = useListView(userRecordQuery)
  return (
    <UserRecord
      id={id}
      view={view}
      onChange={change}
      hasLine={useHasLine()}
      wallet={(user) => <UserWallet key={user._id} user={user} />}
      line={(user) => (
        <>
          <UserLineAccount user={user} />
          <UserFactors user={user} />
        </>
      )}
      onDeleted={() => void navigate(usersPath)}
    />
  )
}
