-- Two words of the event stream have changed (`watched` is `patients-outdated`, `came` is `extremes`). Stored events are
-- kept for a day, for subscribers that reconnect: without them a subscriber that missed some is told so, and reads
-- everything again.
truncate events;
