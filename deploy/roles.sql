-- Who may do what in the database. Run it once as a superuser, connected to Roundhouse's own database:
--
--     createdb roundhouse
--     psql --dbname roundhouse --file roles.sql
--
-- then give each role its password: \password roundhouse_owner, and so on. It may be run again at any
-- time; `python -m ttr_project.roles migrate` does so after each migration, for the tables there are then.
--
--   roundhouse_owner     owns the tables. Only migrations and backups are run by it.
--   roundhouse_app       the web processes, the workers and beat. What is append-only it can add to and
--                        read, and not change, remove or empty, whatever the code might ask for.
--   roundhouse_auditor   reads finished games, the transparency log and what audits have found; no
--                        running game, since hidden cards are in its events, and nobody's password.

BEGIN;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['roundhouse_owner', 'roundhouse_app', 'roundhouse_auditor'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', name);
        END IF;
    END LOOP;
    IF NOT EXISTS (
        SELECT FROM pg_database
        WHERE datname = current_database() AND datdba = 'roundhouse_owner'::regrole
    ) THEN
        EXECUTE format('ALTER DATABASE %I OWNER TO roundhouse_owner', current_database());
        EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
        EXECUTE format(
            'GRANT CONNECT ON DATABASE %I TO roundhouse_app, roundhouse_auditor', current_database()
        );
    END IF;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO roundhouse_app;

-- The service

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO roundhouse_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO roundhouse_app;

DO $$
DECLARE
    -- Each append-only table, and what may be done to it besides reading and adding: a person may be
    -- forgotten (that column is no part of any chain), a seed goes with a lobby that never began (a trigger
    -- keeps the others), a tile and a bundle grow (a trigger sees to it that what is in them stays).
    append_only CONSTANT jsonb := '{
        "tables_gameevent": "",
        "tables_gamecommand": "UPDATE (user_id)",
        "tables_look": "UPDATE (user_id)",
        "tables_sealedseed": "DELETE",
        "tournaments_tournamentevent": "UPDATE (user_id)",
        "audit_checkpoint": "",
        "audit_cosignature": "",
        "audit_loggedrun": "",
        "audit_tile": "UPDATE (hashes)",
        "audit_entrybundle": "UPDATE (entries)",
        "django_migrations": ""
    }';
    guarded text;
    besides text;
BEGIN
    FOR guarded, besides IN SELECT * FROM jsonb_each_text(append_only) LOOP
        CONTINUE WHEN to_regclass(guarded) IS NULL; -- before the first migration
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM roundhouse_app', guarded);
        IF besides <> '' THEN
            EXECUTE format('GRANT %s ON %I TO roundhouse_app', besides, guarded);
        END IF;
    END LOOP;
    IF to_regclass('django_migrations') IS NOT NULL THEN
        REVOKE INSERT ON django_migrations FROM roundhouse_app;
    END IF;
END $$;

-- The auditor: views, made anew each time, since a migration can't change a column that a view shows

DROP SCHEMA IF EXISTS auditor CASCADE;
CREATE SCHEMA auditor AUTHORIZATION roundhouse_owner;

DO $$
DECLARE
    shown text;
BEGIN
    IF to_regclass('audit_checkpoint') IS NULL THEN
        RETURN; -- before the first migration
    END IF;

    -- A deck that is still played at other tables is as secret as a running game.
    CREATE VIEW auditor.games WITH (security_barrier) AS
        SELECT id, edition, options, seat_count, status, scope, commitment, created_at, started_at,
               ended_at, head_seq, head_digest, scores, result
        FROM tables_game WHERE status = 'over' AND NOT seed_held;
    CREATE VIEW auditor.commands WITH (security_barrier) AS
        SELECT game_id, command_id, actor, body, first_seq, last_seq, submitted_at
        FROM tables_gamecommand WHERE game_id IN (SELECT id FROM auditor.games);
    CREATE VIEW auditor.events WITH (security_barrier) AS
        SELECT * FROM tables_gameevent WHERE game_id IN (SELECT id FROM auditor.games);
    CREATE VIEW auditor.looks WITH (security_barrier) AS
        SELECT id, game_id, what, seq, looked_at
        FROM tables_look WHERE game_id IN (SELECT id FROM auditor.games);
    CREATE VIEW auditor.alarms WITH (security_barrier) AS
        SELECT id, game_id, kind, seq, message, code, raised_at, acknowledged_at
        FROM audit_auditalarm WHERE game_id IS NULL OR game_id IN (SELECT id FROM auditor.games);
    CREATE VIEW auditor.tournament_events AS
        SELECT tournament_id, seq, type, version, payload, actor, why, command_id, digest, recorded_at
        FROM tournaments_tournamentevent;

    -- The transparency log is public as it is.
    FOREACH shown IN ARRAY ARRAY[
        'loghead', 'tile', 'entrybundle', 'loggedrun', 'loggedgame', 'logkey', 'checkpoint', 'witness',
        'cosignature', 'gameaudit'
    ] LOOP
        EXECUTE format('CREATE VIEW auditor.%I AS SELECT * FROM %I', shown, 'audit_' || shown);
    END LOOP;
END $$;

GRANT USAGE ON SCHEMA auditor TO roundhouse_auditor;
GRANT SELECT ON ALL TABLES IN SCHEMA auditor TO roundhouse_auditor;

COMMIT;
