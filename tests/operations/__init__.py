"""What operators do on a bad day, done for real: each module is a drill, run by `make drills`."""
