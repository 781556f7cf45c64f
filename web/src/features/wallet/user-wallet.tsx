import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { User } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { useUser as useOwnUser } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Time } from '../../ui/date/time.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { Pager, type PageSize, pageSizes } from '../../ui/list/pager.tsx'
import { Section } from '../../ui/section.tsx'
import { writeBaht } from '../../ui/write-number.ts'
import { useHasWallets, useWallet } from './queries.ts'
import classes from './wallet.module.css'
import { WalletChangeDialog } from './wallet-change-dialog.tsx'

/** A user's credit and its history; nothing if the hospital has no wallets. */
export function UserWallet({ user }: { user: User }) {
  return useHasWallets() && user.status !== 'deleted' ? <LoadedWallet user={user} /> : null
}

function LoadedWallet({ user }: { user: User }) {
  const { t } = useTranslation('wallet')
  const { _id: own } = useOwnUser()
  const [view, setView] = useState<{ page: number; size: PageSize }>({ page: 1, size: pageSizes[0] })
  const [way, setWay] = useState<'top-up' | 'take'>()
  const found = useWallet(user._id, view.page, view.size)
  const isOwn = user._id === own
  if (!found.data)
    return (
      <Section title={t('title')}>
        {found.isError ? <QueryFailure query={found} /> : <Skeleton height="8rem" />}
      </Section>
    )
  const { balance, rows, total } = found.data
  return (
    <Section title={t('title')}>
      <Group justify="space-between" mb="sm">
        <div>
          <Text c="dimmed" size="sm">
            {t('balance')}
          </Text>
          <Text className={classes.balance}>{writeBaht(balance)}</Text>
        </div>
        {user.may_change && !isOwn && (
          <Group gap="sm">
            <Button
              variant="default"
              size="md"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setWay('top-up')}
            >
              {t('top-up')}
            </Button>
            <DangerButton
              leftSection={<IconMinus size={18} aria-hidden />}
              disabled={balance === 0}
              onClick={() => setWay('take')}
            >
              {t('take')}
            </DangerButton>
          </Group>
        )}
        {isOwn && <Text c="dimmed">{t('own')}</Text>}
      </Group>
      {total === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <ol className={classes.changes} aria-label={t('history')}>
          {rows.map((change) => (
            <li key={change._id} className={classes.change}>
              <Text className={classes.reason}>{change.reason}</Text>
              <Text className={classes.money}>{writeBaht(change.amount, 'always')}</Text>
              <Text c="dimmed" size="sm">
                <Time at={change.at} format="dd MMM yyyy HH:mm:ss" /> · <StaffName of={change.by} />
              </Text>
              <Text c="dimmed" size="sm" className={classes.money}>
                {t('after')} {writeBaht(change.balance)}
              </Text>
            </li>
          ))}
        </ol>
      )}
      {total > pageSizes[0] && (
        <Pager
          view={view}
          found={found.data}
          onChange={(changed) => setView((before) => ({ ...before, ...changed }))}
        />
      )}
      <WalletChangeDialog user={user} balance={balance} way={way} onClose={() => setWay(undefined)} />
    </Section>
  )
}
