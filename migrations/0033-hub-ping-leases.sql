-- A ping is leased as deliveries and schedules are, instead of having its due_at put off.
ALTER TABLE hub_pings ADD COLUMN leased_by TEXT;

ALTER TABLE hub_pings ADD COLUMN leased_until TEXT;
