-- What an admin says of the site is the setting "identity", as JSON. It is on every public page, so a change of it
-- touches everything. Other settings are not public.
CREATE TRIGGER settings_insert_is_public AFTER INSERT ON settings
  FOR EACH ROW WHEN (NEW.name = 'identity') EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER settings_update_is_public AFTER UPDATE ON settings
  FOR EACH ROW WHEN (NEW.name = 'identity' OR OLD.name = 'identity') EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER settings_delete_is_public AFTER DELETE ON settings
  FOR EACH ROW WHEN (OLD.name = 'identity') EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER settings_truncate_is_public AFTER TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();
