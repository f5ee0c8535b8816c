// The C functions from C#: Walk GAME OUT. An actor walks to the right, and a click on it is found. OUT/TICK.idx has the
// palette indices of each tick of an actor that stays where it is, as scene.c writes them.
using System;
using System.IO;
using System.Runtime.InteropServices;

static class Walk
{
    [StructLayout(LayoutKind.Sequential)]
    struct Picture
    {
        public uint Width, Height;
        public int X, Y;
        public IntPtr Rgba, Indices, Palette;
        public int Transparent;
    }

    const string Library = "costumier";
    [DllImport(Library)] static extern IntPtr costumier_last_error();
    [DllImport(Library)] static extern IntPtr costumier_open_path(string path, string options);
    [DllImport(Library)] static extern void costumier_close(IntPtr game);
    [DllImport(Library)] static extern IntPtr costumier_scene_new(IntPtr game, string scene);
    [DllImport(Library)] static extern int costumier_scene_do(IntPtr scene, UIntPtr actor, string step);
    [DllImport(Library)] static extern int costumier_scene_place(IntPtr scene, UIntPtr actor, int x, int y);
    [DllImport(Library)] static extern int costumier_scene_tick(IntPtr scene, IntPtr onEvent, IntPtr context);
    [DllImport(Library)] static extern int costumier_scene_render(IntPtr scene, out Picture picture);
    [DllImport(Library)] static extern int costumier_scene_actor_at(IntPtr scene, int x, int y);
    [DllImport(Library)] static extern void costumier_scene_free(IntPtr scene);

    // What the library returns belongs to it: it is copied, and not freed.
    static string LastError() { return Marshal.PtrToStringUTF8(costumier_last_error()); }
    static void Check(bool isFine) { if (!isFine) throw new Exception(LastError() ?? "a check failed"); }

    static int Main(string[] args)
    {
        Check(costumier_open_path("no such game", null) == IntPtr.Zero && LastError().Contains("no such game"));
        IntPtr game = costumier_open_path(args[0], null);
        Check(game != IntPtr.Zero);
        IntPtr scene = costumier_scene_new(game, "{\"actors\": [{\"costume\": 1, \"position\": [160, 120], \"facing\": \"east\"}]}");
        Check(scene != IntPtr.Zero);
        Check(costumier_scene_do(scene, UIntPtr.Zero, "{\"perform\": \"walk\"}") == 0);
        Picture picture;
        int first = 0;
        for (int tick = 0; tick < 8; tick++)
        {
            Check(costumier_scene_render(scene, out picture) == 0);
            first = picture.X;
            byte[] indices = new byte[picture.Width * picture.Height];
            Marshal.Copy(picture.Indices, indices, 0, indices.Length);
            File.WriteAllBytes(Path.Combine(args[1], tick + ".idx"), indices);
            Check(costumier_scene_tick(scene, IntPtr.Zero, IntPtr.Zero) >= 0);
        }
        for (int step = 0; step < 8; step++)
        {
            Check(costumier_scene_place(scene, UIntPtr.Zero, 160 + 6 * step, 120) == 0);
            Check(costumier_scene_tick(scene, IntPtr.Zero, IntPtr.Zero) >= 0);
        }
        Check(costumier_scene_render(scene, out picture) == 0);
        // The picture is as large as the actor, and has gone with it.
        Check(picture.X > first + 30);
        int seen = 0;
        for (int y = 0; y < picture.Height; y++)
            for (int x = 0; x < picture.Width; x++)
                if (costumier_scene_actor_at(scene, x, y) == 0) seen++;
        Check(seen > 100);
        costumier_scene_free(scene);
        costumier_close(game);
        Console.WriteLine("C#: 8 pictures, and " + seen + " pixels of the actor that has walked");
        return 0;
    }
}
