import { useNavigate, useParams } from 'react-router'
import { UserLineAccount, useHasLine } from '../../features/line/user-line-account.tsx'
import { UserFactors } from '../../features/second-factor/user-factors.tsx'
import { UserRecord } from '../../features/users/user-record.tsx'
import { UserWallet } from '../../features/wallet/user-wallet.tsx'
import { usersPath } from '../../paths.ts'
import { useQueryState } from '../../ui/list/use-query-state.ts'

/** The URL holds the user's id, whether the account is being edited, and the page of its history. */
export function UserPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { page, size, said, change } = useQueryState(['edit'])
  return (
    <UserRecord
      id={id}
      page={page}
      size={size}
      isEditing={said.edit !== undefined}
      onChange={({ edit, ...changed }) =>
        change({ ...changed, ...(edit === undefined ? {} : { edit: edit ? 'yes' : '' }) })
      }
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
