import { longestPauseSeconds, singleActSeconds } from '@lantern/contract/learning/study-year.ts'
import { type RawBuilder, sql } from 'kysely'
import { siteTimeZone } from '#kit/site-time.ts'

/**
 * The part of an act's statement that counts study time: a pause of up to half an hour since the last act was study,
 * after a longer one the act alone counts a minute. The part `acted` of the statement has rows of the learners whose act
 * really happened.
 */
export function studied(now: Date, stepsChange: RawBuilder<unknown> = sql`0`) {
  return sql`
    insert into study_days as d (user_id, day, seconds, steps, last_act_at)
    select distinct user_id, (${now}::timestamptz at time zone ${sql.lit(siteTimeZone)})::date,
      ${sql.lit(singleActSeconds)}::integer, greatest(0, ${stepsChange}), ${now}::timestamptz
    from acted
    on conflict (user_id, day) do update set
      seconds = d.seconds + case
        when excluded.last_act_at - d.last_act_at <= make_interval(secs => ${sql.lit(longestPauseSeconds)})
          then greatest(0, round(extract(epoch from excluded.last_act_at - d.last_act_at)))::integer
        else ${sql.lit(singleActSeconds)} end,
      steps = greatest(0, d.steps + ${stepsChange}),
      last_act_at = greatest(d.last_act_at, excluded.last_act_at)`
}
