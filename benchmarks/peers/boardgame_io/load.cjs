// node load.cjs PORT TABLES SECONDS SPECTATORS RATE: closed loop where RATE is 0, else so many moves a
// second at each table.
const { io } = require("socket.io-client");
const { moveNumber } = require("../game.cjs");
const { Tally, now } = require("../tally.cjs");

const [port, tables, seconds, spectators, rate] = process.argv.slice(2).map(Number);
const tally = new Tally();

function connect(match, seat, onReady, onNews) {
  const options = { transports: ["websocket"], forceNew: true, reconnection: false };
  const socket = io(`http://127.0.0.1:${port}/trains`, options);
  socket.on("connect", () => socket.emit("sync", match, seat, undefined, 4));
  socket.on("sync", (_, info) => onReady(info.state));
  socket.on("update", (_, state) => onNews(state._stateID));
  return socket;
}

async function openTable(number) {
  const match = `table-${number}-${Math.random().toString(36).slice(2)}`;
  const table = { seat: 0, state: 0, moves: 0, waiting: false, sent: 0 };
  const sockets = [];
  const news = (seat) => (state) => {
    if (seat !== table.seat || !table.waiting || state <= table.state) return;
    table.waiting = false;
    tally.moved(table.sent);
    table.state = state;
    table.seat = (table.seat + 1) % 4;
    table.moves++;
    if (!rate) table.move();
  };
  table.move = () => {
    if (table.waiting) return;
    const [type, ...args] = moveNumber(table.moves);
    const playerID = String(table.seat);
    table.waiting = true;
    table.sent = now();
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID } };
    sockets[table.seat].emit("update", action, table.state, match, playerID);
  };
  for (let seat = 0; seat < 4; seat++) {
    await new Promise((ready) => {
      sockets.push(connect(match, String(seat), (state) => ready((table.state = state._stateID)), news(seat)));
    });
  }
  const watchers = Array.from(
    { length: spectators },
    () => new Promise((ready) => connect(match, null, ready, () => tally.delivered(table.sent))),
  );
  await Promise.all(watchers);
  return table;
}

(async () => {
  const all = [];
  for (let number = 0; number < tables; number++) all.push(await openTable(number));
  for (const table of all) rate ? setInterval(table.move, 1000 / rate) : table.move();
  await tally.measure(seconds);
})();
