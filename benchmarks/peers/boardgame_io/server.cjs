// node server.cjs PORT memory|file FOLDER: boardgame.io with its own storages.
const { FlatFile, Origins, Server } = require("boardgame.io/dist/cjs/server.js");
const { handSizes, moves, newTable } = require("../game.cjs");

const [port, storage, folder] = process.argv.slice(2);

const move = (name) => ({
  client: false,
  move: ({ G, random, ctx }, ...rest) => moves[name](G, +ctx.currentPlayer, random.Shuffle, ...rest),
});

const game = {
  name: "trains",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random }) => newTable(random.Shuffle),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: Object.fromEntries(Object.keys(moves).map((name) => [name, move(name)])),
  playerView: ({ G, playerID }) => {
    const { deck, discard, hands, ...open } = G;
    const hand = playerID == null ? null : hands[playerID];
    return { ...open, deck: deck.length, hand, handSizes: handSizes(G) };
  },
};

const db = storage === "file" ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], origins: [Origins.LOCALHOST], db }).run({
  port: +port,
  callback: () => console.log("READY"),
});
