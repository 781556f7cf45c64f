import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../session/signed-in.tsx'
import { Section } from '../../../ui/section.tsx'
import { NotSentChecks } from './checks/kept-checks-list.tsx'
import { isStorageLasting } from './install-app.ts'
import { KeptList } from './kept-list.tsx'
import classes from './offline.module.css'
import { outboxState } from './outbox-state.ts'
import { hasOwnList } from './saving-rules.ts'
import { SeenButton } from './seen-button.tsx'
import { UnsentCount } from './unsent-line.tsx'
import { useReadKept } from './use-kept-record.ts'
import { vaultState } from './vault/vault.ts'
import { UnlockBox } from './vault/vault-box.tsx'

/** What this tablet has and the server does not, whoever wrote it; the user's own records can be opened. */
export function NotSent() {
  const { t } = useTranslation('offline')
  const { unsent, failed, ownFailed, elsewhere, own, parts } = outboxState.use()
  const { _id } = useUser()
  const ownChecks = parts.filter((one) => one.by === _id && one.problem !== null && hasOwnList(one, parts))
  const othersFailed = failed - ownFailed - ownChecks.length
  const isLocked = vaultState.use() === 'locked'
  const records = useReadKept(own)
  const isLasting = isStorageLasting.use()
  if (unsent + failed + elsewhere === 0) return null
  return (
    <div className={classes.place}>
      <Section title={t('not-sent.title')}>
        <div className={classes.notSent}>
          {unsent + failed > 0 && <UnsentCount unsent={unsent} failed={failed} />}
          {isLasting === false && <Text>{t('not-sent.may-be-deleted')}</Text>}
          {ownFailed > 0 && (
            <Text component="div">
              {t('not-sent.own-failed', { count: ownFailed })}
              <SeenButton />
            </Text>
          )}
          {othersFailed > 0 && <Text>{t('not-sent.others-failed', { count: othersFailed })}</Text>}
          {elsewhere > 0 && <Text>{t('not-sent.elsewhere', { count: elsewhere })}</Text>}
          <NotSentChecks />
          {own.length > 0 && (
            <>
              <Text>{t('not-sent.own', { count: own.length })}</Text>
              {isLocked ? <UnlockBox /> : <KeptList records={records} />}
            </>
          )}
        </div>
      </Section>
    </div>
  )
}
