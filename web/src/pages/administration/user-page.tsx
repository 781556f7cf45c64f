import { useNavigate, useParams } from 'react-router'
import { LineOfUser, useHasLine } from '../../features/line/line-of-user.tsx'
import { FactorsOfUser } from '../../features/second-factor/factors-of-user.tsx'
import { UserRecord } from '../../features/users/user-record.tsx'
import { WalletOfUser } from '../../features/wallet/wallet-of-user.tsx'
import { usersAddress } from '../../paths.ts'
import { useAddress } from '../../ui/list/use-address.ts'

/** The address says whose account it is, whether it is being changed, and which page of its history is read. */
export function UserPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { page, size, said, change } = useAddress(['edit'])
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
      wallet={(user) => <WalletOfUser key={user._id} user={user} />}
      line={(user) => (
        <>
          <LineOfUser user={user} />
          <FactorsOfUser user={user} />
        </>
      )}
      onDeleted={() => void navigate(usersAddress)}
    />
  )
}
